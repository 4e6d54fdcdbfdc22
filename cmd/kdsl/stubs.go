package main

import "github.com/spf13/cobra"

func (t *tool) fmtCmd() *cobra.Command     { return &cobra.Command{Use: "fmt"} }
func (t *tool) runCmd() *cobra.Command     { return &cobra.Command{Use: "run"} }
func (t *tool) replayCmd() *cobra.Command  { return &cobra.Command{Use: "replay"} }
func (t *tool) oddsCmd() *cobra.Command    { return &cobra.Command{Use: "odds"} }
func (t *tool) simCmd() *cobra.Command     { return &cobra.Command{Use: "sim"} }
func (t *tool) explainCmd() *cobra.Command { return &cobra.Command{Use: "explain"} }
