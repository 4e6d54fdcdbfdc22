// A coarse grammar of kdsl, for colours, folds and indents: blocks and brackets, labels, words, texts, numbers, dice and signs. Where a
// statement ends it does not say: that hangs on line ends, and lang/syntax alone knows it.
module.exports = grammar({
  name: 'kdsl',

  extras: $ => [/\s/, $.comment],

  rules: {
    source_file: $ => repeat($._item),

    _item: $ => choice($.block, $.parentheses, $.list, $.label, $.call, $.field, $.name, $.string, $.dice, $.number, $.operator),

    block: $ => seq('{', repeat($._item), '}'),
    parentheses: $ => seq('(', repeat($._item), ')'),
    list: $ => seq('[', repeat($._item), ']'),

    label: $ => prec(1, seq($.name, ':')),
    call: $ => prec(1, seq($.name, $.parentheses)),
    field: $ => prec(1, seq('.', $.name)),

    name: $ => /[A-Za-z_][A-Za-z0-9_]*/,
    string: $ => /"([^"\\\n]|\\[^\n])*"/,
    dice: $ => token(prec(1, /[0-9]*[dD][0-9]+/)),
    number: $ => /[0-9]+(\.[0-9]+)?"?/,
    operator: $ => choice('.', ':', ',', ';', '=', '+', '-', '*', '/', '<', '>', '!', '&', '|', '?', '#'),
    comment: $ => token(prec(2, /\/\/[^\n]*/)),
  },
});
