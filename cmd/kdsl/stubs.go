package main

import "github.com/spf13/cobra"

func (t *tool) explainCmd() *cobra.Command { return &cobra.Command{Use: "explain"} }
