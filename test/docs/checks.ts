import { type CodeBlock, codeBlocks, documentationPages } from './pages.ts'
import { stepsPage } from './steps.ts'

/** The heading of the section with which each page for operators ends. */
export const checkHeading = 'Check it'

/** The pages for operators that end in another way, each with the reason. */
export const withoutChecks: Readonly<Record<string, string>> = {
  [stepsPage]: 'is commands from its beginning to its end, which test/packaging/steps.test.ts runs',
  'src/docs/operating/release-notes.md': 'tells what was, and not what to do',
}

/** How a block begins that needs what the test has not. */
const notRun = /^# Not run by the test: .+\.\n/

export interface Checks {
  readonly page: string
  /** The commands that are run, one after the other. */
  readonly commands: readonly string[]
}

export const isCheck = ({ page, language, heading }: CodeBlock): boolean =>
  page.startsWith('src/docs/operating/') && language === 'bash' && heading === checkHeading

/** Returns what each page for operators ends with. */
export const checksOfPages = (): readonly Checks[] =>
  documentationPages()
    .filter(({ path }) => path.startsWith('src/docs/operating/') && !Object.hasOwn(withoutChecks, path))
    .map((page) => ({
      page: page.path,
      commands: codeBlocks(page)
        .filter((block) => isCheck(block) && !notRun.test(block.text))
        .map(({ text }) => text),
    }))
