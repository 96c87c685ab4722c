import type { Served } from '../../workers/serve-jobs.ts'
import { highlight } from './highlighter.ts'

/** The commonest languages of documentation, with text that has most of what their grammars look for. */
const samples: readonly (readonly [language: string, text: string])[] = [
  ['bash', '# a\nexport A="$B"; curl -X POST "https://a" | jq .x && echo \'y\' > z'],
  ['json', '{ "a": [1, true, null, "b\\n"] }'],
  ['yaml', '# a\na: "b"\nc:\n  - 1\n  - true\n  - |\n    text'],
  ['javascript', 'import a from "b"\nconst c = async ({ d = 1 }) => { return `x` + d } // e'],
  ['typescript', 'interface A<T> { readonly b?: T }\nexport const c = (d: string): number => Number(d)'],
  ['python', '@a\ndef b(c: int = 1) -> str:\n    """d"""\n    return f"{c}"  # e'],
  ['html', '<!doctype html>\n<p class="a">b &amp; c</p>\n<!-- d -->'],
  ['go', 'package a\n\nimport "fmt"\n\nfunc b(c int) error { return fmt.Errorf("d %d", c) }'],
  ['java', 'package a;\npublic class B { /* c */ int d() { return 1; } }'],
  ['sql', "SELECT a, COUNT(*) FROM b WHERE c = 'd' -- e"],
]

/** Loads grammars and the themes of code that sites have by default into the thread. */
export async function run(): Promise<Served<void>> {
  const themes = { light: 'github-light', dark: 'github-dark' }
  for (const [language, text] of samples) await highlight(language, text.split('\n'), themes)
  return { result: undefined }
}
