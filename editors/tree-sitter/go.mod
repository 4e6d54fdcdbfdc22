module github.com/kdsl-lang/kdsl/editors/tree-sitter

go 1.26.0

require github.com/odvcencio/gotreesitter v0.15.0
