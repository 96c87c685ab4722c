import type { RunStatement } from '../../../database/rows.ts'
import { escapeMarkdown } from '../../../formats/import/conversion/markdown-syntax.ts'
import { codeCell } from '../../../formats/import/open-api/descriptions.ts'
import { keyOfPart, type SpecPart } from '../../../formats/page/spec-sections.ts'

/** Returns a text that only the Markdown of this part contains. */
const distinctiveText = (part: SpecPart): string =>
  'schema' in part
    ? `## ${escapeMarkdown(part.schema)} <a `
    : `\n**${part.method.toUpperCase()}** ${codeCell(part.path)}\n`

/** Maximum parts of specifications on one page. */
const maximumParts = 50

/**
 * Reads the sections of generated pages about parts of specifications, by key, in one statement. Those that do not exist
 * are left out. The permissions of specifications do not apply: readers of a page may read what its writers included.
 */
export async function readSpecSections(
  run: RunStatement,
  organizationId: string,
  parts: readonly SpecPart[],
): Promise<Map<string, string>> {
  const wanted = parts.slice(0, maximumParts)
  if (wanted.length === 0) return new Map()
  const rows = await run<{ n: number; markdown: string }>(
    `SELECT DISTINCT ON (k.n) k.n::int AS n, p.markdown
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS k(spec, wanted, n)
     JOIN "OpenAPISpec" o ON o."organizationId" = $1 AND k.spec IN (o.id, o.slug)
     JOIN "OpenAPISpecPage" p ON p."specId" = o.id AND strpos(p.markdown || E'\\n', k.wanted) > 0
     ORDER BY k.n, o.id, p.number`,
    [organizationId, wanted.map(({ spec }) => spec), wanted.map(distinctiveText)],
  )
  return new Map(
    rows.map(({ n, markdown }) => {
      const part = wanted[n - 1] as SpecPart
      return [keyOfPart(part), sectionWith(`${markdown}\n`, distinctiveText(part))]
    }),
  )
}

/** Returns the section of a text, below a heading of level 2, that contains another text. */
function sectionWith(markdown: string, wanted: string): string {
  const position = markdown.indexOf(wanted)
  const start = Math.max(0, markdown.lastIndexOf('\n## ', position))
  const end = markdown.indexOf('\n## ', position + wanted.length - 1)
  return markdown.slice(start, end < 0 ? undefined : end).trim()
}
