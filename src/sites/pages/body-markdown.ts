import type { Root } from 'mdast'
import { type Address, findAddresses, mayHaveAddresses } from '../../formats/page/file/markdown-links.ts'
import { AnchorTargets } from '../../formats/page/model/anchor-targets.ts'
import { parseContentRef } from '../../formats/page/model/content-references.ts'
import { type ReferenceLabel, referenceLabels } from '../../formats/page/model/reference-labels.ts'
import { documentOfRoot } from '../../formats/page/read/markdown-to-document.ts'
import { parseMarkdown } from '../../formats/page/syntax/markdown-syntax.ts'
import {
  visibleMarkdown,
  type WholeBody,
} from '../../modules/published-sites/visible-content/visible-body.ts'
import type { VisitorClaims } from '../../modules/visitors/visitor.ts'

/** The Markdown of a body for a visitor, and where it has addresses. */
export interface BodyMarkdown {
  readonly markdown: string
  readonly addresses: readonly Address[]
  /** The references without a text of their own. */
  readonly labels: readonly ReferenceLabel[]
}

export function bodyMarkdown(body: WholeBody, claims: VisitorClaims): BodyMarkdown {
  const markdown = visibleMarkdown(body, claims)
  if (!mayHaveAddresses(markdown)) return { markdown, addresses: [], labels: [] }
  const root = parseMarkdown(markdown)
  return { markdown, addresses: findAddresses(markdown, root), labels: labelsIn(markdown, root) }
}

/** Returns the references without a text, with the titles of sections of the body itself. */
function labelsIn(markdown: string, root: Root): ReferenceLabel[] {
  const labels = referenceLabels(markdown, root)
  if (!labels.some(({ address }) => address.startsWith('#'))) return labels
  const sections = AnchorTargets.of(documentOfRoot(markdown, root))
  return labels.map((label): ReferenceLabel => {
    const ref = parseContentRef(label.address)
    const own = ref.kind === 'anchor' ? sections.find(ref.anchor)?.title : undefined
    return own ? { own, ...label } : label
  })
}
