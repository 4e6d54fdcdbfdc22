; What is set in, and where that ends.
[(block) (parentheses) (list)] @indent.begin
["}" ")" "]"] @indent.branch @indent.end
