import { type Address, findAddresses, mayHaveAddresses } from '../../../page-format/markdown-links.ts'
import { parseMarkdown } from '../../../page-format/markdown-syntax.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import { visibleMarkdown, type WholeBody } from '../visible-content/visible-body.ts'

/** The Markdown of a body for a visitor, and where it has addresses. */
export interface BodyMarkdown {
  readonly markdown: string
  readonly addresses: readonly Address[]
}

export function bodyMarkdown(body: WholeBody, claims: VisitorClaims): BodyMarkdown {
  const markdown = visibleMarkdown(body, claims)
  const addresses = mayHaveAddresses(markdown) ? findAddresses(markdown, parseMarkdown(markdown)) : []
  return { markdown, addresses }
}
