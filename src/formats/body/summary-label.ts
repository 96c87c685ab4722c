/** The line of front matter that has the title of a link in SUMMARY.md, which the file of the page itself does not have. */
const line = /^linkTitle: *("(?:[^"\\\n]|\\.)*") +# of SUMMARY\.md(?:\n|$)/m

/** Returns front matter with the title that SUMMARY.md has for a page in navigation. */
export const withSummaryLabel = (yaml: string | undefined, label: string): string =>
  [...(yaml ? [yaml.trimEnd()] : []), `linkTitle: ${JSON.stringify(label)} # of SUMMARY.md`].join('\n')

/** Returns the title that SUMMARY.md had for a page in navigation, and the front matter of its file. */
export function splitSummaryLabel(yaml: string | null | undefined): {
  readonly label?: string
  readonly frontMatter: string | null
} {
  const [whole, text] = line.exec(yaml ?? '') ?? []
  if (whole === undefined || text === undefined) return { frontMatter: yaml ?? null }
  const frontMatter = (yaml as string).replace(line, '').trimEnd()
  return { label: JSON.parse(text) as string, frontMatter: frontMatter === '' ? null : frontMatter }
}
