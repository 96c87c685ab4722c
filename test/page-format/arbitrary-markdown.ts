import fc from 'fast-check'

/** Fragments of Markdown, HTML and block tags, in random order. */
const pieces = [
  ...['a', 'b c', '\n', '\n\n', '\n\n', '  ', '    ', '\t', '\\', '\\\n', '<', '>', '&', '{', '%', '|'],
  ...['> ', '- ', '* ', '1. ', '- [ ] ', '- [x] ', '# ', '#### ', '---\n', '===\n', '```\n', '$$\n'],
  ...['**', '*', '_', '~~', '`', '$$', '[', ']', '](/pages/x)', '](#user-content-fn-1)', '[^1]', '[^1]: '],
  ...['![', '](u "t")', '[r]', '[r]: /u "t"\n', ':smile:', 'http://x.y', 'a@b.co', '&amp;', '&#10;'],
  ...['<b>', '</b>', '<p>', '</p>', '<p align="center">', '<br>', '<!-- c -->', '<sup>', '</sup>'],
  ...['<details>', '</details>', '<summary>', '</summary>', '<div>', '</div>', '<figure>', '</figure>'],
  ...['<img src="x">', '<picture>', '<source srcset="d">', '</picture>', '<input type="checkbox">'],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '</td>',
    '</tr>',
    '</table>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<pre>',
    '</pre>',
  ],
  ...[
    '<code>',
    '</code>',
    '<code class="expression">',
    '<a href="x">',
    '<a class="button" href="y">',
    '</a>',
  ],
  ...['<i class="fa-x">', '</i>', '<mark style="color:red">', '</mark>', '| a | b |\n', '| - | - |\n'],
  ...[
    '{% hint %}\n',
    '{% endhint %}\n',
    '{% tabs %}\n',
    '{% tab title="x" %}\n',
    '{% endtab %}\n',
    '{% endtabs %}\n',
  ],
  ...[
    '{% code title="t" %}\n',
    '{% endcode %}\n',
    '{% embed url="u" %}\n',
    '{% endembed %}\n',
    '{% step %}\n',
  ],
  ...['{% endstep %}\n', '{% stepper %}\n', '{% endstepper %}\n', '{% columns %}\n', '{% column %}\n'],
  ...['{% endcolumn %}\n', '{% include "/reusable-contents/r" %}\n', '{% x %}\n', '{% @a/b c="d\n', '" %}\n'],
  ...['{%- x\n', '{% hint\n', ' %}', '-%}\n', '- [x] '],
]

export const markdowns = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40, size: 'max' })
  .map((all) => all.join(''))
