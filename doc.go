// Package kdsl is the root of the module. It holds no code: lang is the language, interp the machine,
// cmd/kdsl the command, and stdlib, rules, spells and examples are content written in kdsl. The tests
// here guard what holds for all of them.
package kdsl
