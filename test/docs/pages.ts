import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The sections of the documentation, each a folder of src/docs, in the order of the site. */
export const sections = ['guide', 'operating', 'api', 'contributing'] as const

export interface DocumentationPage {
  /** Relative to the root of the project. */
  readonly path: string
  readonly text: string
}

/** A fenced block of code, with the response shown directly below it. */
export interface CodeBlock {
  readonly page: string
  readonly line: number
  /** The heading of its section; empty above the first. */
  readonly heading: string
  readonly language: string
  readonly text: string
  readonly response?: string
}

const pageAt = (path: string): DocumentationPage => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') })

/** The README, then the pages of each section in the order of its table of contents. */
export function documentationPages(): DocumentationPage[] {
  const listed = sections.flatMap((section) => {
    const folder = `src/docs/${section}`
    const summary = pageAt(`${folder}/SUMMARY.md`).text
    return [...summary.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path]) => pageAt(`${folder}/${path}`))
  })
  return [pageAt('README.md'), ...listed]
}

/** Paths of the pages of a section, relative to its folder. */
export const filesOfSection = (section: string): string[] =>
  readdirSync(`${root}/src/docs/${section}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
    .sort()

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm

export function codeBlocks({ path, text }: DocumentationPage): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let previousEnd = 0
  for (const match of text.matchAll(fence)) {
    const [whole, language = '', code = ''] = match
    const last = blocks.at(-1)
    const isDirectlyBelow = last !== undefined && text.slice(previousEnd, match.index).trim() === ''
    if (language === 'json' && isDirectlyBelow) blocks[blocks.length - 1] = { ...last, response: code }
    else
      blocks.push({
        page: path,
        line: lineOf(text, match.index),
        heading: headingBefore(text, match.index),
        language,
        text: code,
      })
    previousEnd = match.index + whole.length
  }
  return blocks
}

const headingBefore = (text: string, index: number) =>
  [...text.slice(0, index).matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? ''

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
