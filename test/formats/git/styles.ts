const manyFolders = Array.from({ length: 12 }, (_, index) => `part-${index + 1}`)

/** Repositories of one documentation each, formatted as different authors do it. */
export const styles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Windows line ends, tabs, underlined headings, no final newline': {
    'SUMMARY.md':
      '# Contents\r\n\r\n-   [Home](README.md)\r\n-   [Guide](guide/README.md)\r\n\t-   [First steps](guide/first-steps.md "First")\r\n\t-   [Next steps](guide/next.md)\r\n-   [Reference](reference.md)',
    'README.md': 'Home\r\n====\r\n\r\nWelcome to the *home*.\r\n\r\n*   one\r\n*   two\r\n\r\nLast line',
    'guide/README.md':
      'Guide\r\n=====\r\n\r\nSecond\r\n------\r\n\r\nSee [the steps](./first-steps.md) and [home](../README.md#home).\r\n\r\n\tcode in tabs\r\n\r\nThe end.',
    'guide/first-steps.md':
      '# First steps #\r\n\r\n1)  Do this.  \r\n2)  Do that.\r\n\r\n***\r\n\r\nAnd `then`.\r\n',
    'guide/next.md': '# Next steps\r\n\r\nA paragraph\r\nof two lines.\r\n\r\nAnother one.\r\n\r\n\r\n',
    'reference.md':
      '# Reference\r\n\r\n|a|b|\r\n|---|:-:|\r\n|1|  2|\r\n| long cell|x|\r\n\r\nBelow the table.',
  },
  'byte order mark, front matter with comments and quotes in any order': {
    'SUMMARY.md':
      '\ufeff# Table of contents\n\n* [Welcome](README.md)\n\n## Using it\n\n* [Install](using/install.md)\n* [Configure](using/configure.md)\n  * [Files](using/configure/files.md)\n\n## More\n\n* [Site](https://example.com/)\n* [FAQ](faq.md)\n\n***\n\n* [Legal](legal.md)\n',
    'README.md':
      '\ufeff---\nicon: "house"   # the house\ndescription: >-\n  A text that\n  is folded.\n# a comment\ncustom:   [ 1,2 ]\nlayout:\n    title:\n        visible: true\n---\n\n# Welcome\n\nHello.\n\nAnother paragraph of it.\n',
    'using/install.md':
      "---\nhidden: false\nvars:\n  version: '1.2'\ndescription: 'It''s quick'\n---\n# Install\n\nRun it.\n\n{% hint style=\"info\" %}\nMind the gap.\n{% endhint %}\n",
    'using/configure.md':
      '---\ntitle: Configure\n\ntags:\n- one\n- two\n---\n\n\nText without a heading.\n\n## Part\n\nMore.\n',
    'using/configure/files.md':
      '# Files {#all-files}\n\nSee [install](../install.md) and [install again](<../install.md>).\n',
    'faq.md': '---\n---\n\n# FAQ\n\n**Why?** Because.\n',
    'legal.md': '# *Legal* notes\n\nNothing.\n',
  },
  'folders without a table of contents, HTML, trailing blanks': {
    'README.md':
      '<h1 align="center">Tool</h1>   \n\n<p align="center">\n  <img src="images/logo.svg" width="100">\n</p>\n\nText below.  \nSame paragraph.\n',
    'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
    'docs/README.md':
      '# Docs\n\n<details>\n<summary>More</summary>\n\nInner text.\n\n</details>\n\nOuter text.\n',
    'docs/a-topic.md': '# A topic\n\n+ plus\n+ list\n    + deep\n\nEnd.\n',
    'docs/b-topic.md': 'No heading at all.\n\nSecond paragraph.\n',
  },
  'GitBook with a root, includes, variables and assets': {
    '.gitbook.yaml':
      'root: ./docs/\n\nstructure:\n  readme: README.md\n  summary: SUMMARY.md\n\nredirects:\n  old: new.md\n',
    'docs/SUMMARY.md':
      '# Table of contents\n\n* [Start](README.md)\n* [Page](page/README.md)\n  * [Sub](page/sub.md)\n\n## Group <a href="#grp" id="grp"></a>\n\n* [In group](group/in-group.md)\n',
    'docs/README.md':
      '---\ncover: .gitbook/assets/cover.png\ncoverY: 0\n---\n\n# Start\n\n{% include ".gitbook/includes/note.md" %}\n\n![A picture](.gitbook/assets/cover.png)\n\nVersion <code class="expression">space.vars.version</code>.\n\nSee the [example](.gitbook/assets/index.html).\n',
    'docs/page/README.md':
      '# Page\n\n{% content-ref url="sub.md" %}\n[sub.md](sub.md)\n{% endcontent-ref %}\n\nText.\n',
    'docs/page/sub.md':
      '# Sub\n\n{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n{% endtabs %}\n\nBack to [start](../) or [page](./).\n',
    'docs/group/in-group.md': '# In group\n\nText.\n',
    'docs/.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nThis is a note.\n',
    'docs/.gitbook/vars.yaml': '# of the space\nversion: "1.0"   # now\nname: Tool\n',
    'docs/.gitbook/assets/cover.png': 'not really a picture',
    'docs/.gitbook/assets/index.html': '<p>An example.</p>\n',
    'README.md': '# The repository\n\nNot a page.\n',
    'CONTRIBUTING.md': 'Not a page.\n',
  },
  'mixed line ends, comments, numbers and lines of several lines': {
    'SUMMARY.md':
      '<!-- written by hand -->\n# Summary\n\nSome words.\n\n1. [Intro](./intro.md)\n2. [Parts]( parts.md )\n    1. [One](parts/one)\n    2. [Gone](parts/gone.md)\n    3. [Two](<parts/two words.md>)\n    <!-- more to come -->\n3. Planned\n4. [Twice](intro.md)\n5. [Late](late.md#part)\n\nThe end.\n',
    'intro.md': 'Intro\n-----\n\nThis has\r\nmixed ends.\n\n\n\nMany blank lines.\n',
    'parts.md':
      '# Parts\n\n[one]: parts/one.md\n\nSee [one] and [two](parts/two%20words.md "Title").\n\n~~~js\ncode()\n~~~\n',
    'parts/one.md': '# One\n\n> quoted\nlazy\n\n- a\n\n- b\n',
    'parts/two words.md': '   # Two\n\nText with a [broken link](nowhere.md) and www.example.com.\n',
    'late.md': '# Late\n\n## Part\n\nText.\n',
  },
  'files of one name in many folders': {
    'SUMMARY.md':
      '# Contents\n\n* [Pictures](README.md)\n* [Text](text.md)\n  * [More](more.md)\n* [Last](last.md)\n',
    'README.md': `# Pictures\n\n${manyFolders.map((folder) => `![${folder}](${folder}/picture.svg)`).join('\n')}\n\nBelow them.\n`,
    'text.md': '# Text\n\nA paragraph.\n\nAnother one.\n',
    'more.md': '# More\n\nSee [the text](text.md).\n',
    'last.md': '# Last\n\nThe end.\n',
    ...Object.fromEntries(
      manyFolders.map((folder) => [
        `${folder}/picture.svg`,
        `<svg xmlns="http://www.w3.org/2000/svg"><title>${folder}</title></svg>\n`,
      ]),
    ),
  },
}
