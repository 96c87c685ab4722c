import type { Served } from '../../../../workers/serve-jobs.ts'
import { parseMarkdown } from '../../../page/file/markdown-file.ts'

export interface MarkdownSource {
  readonly text: string
  readonly path: string
}

/** Parses a Markdown text in a thread. Returns its nodes as JSON, without their positions. */
export const run = async ({ text, path }: MarkdownSource): Promise<Served<string>> => ({
  result: JSON.stringify(parseMarkdown(text, path), withoutPositions),
})

const withoutPositions = (name: string, value: unknown) =>
  name === 'position' || name === 'data' ? undefined : value
