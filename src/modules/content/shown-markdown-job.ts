import { walkDocument } from '../../page-format/walk-document.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import type { Body } from './documents.ts'
import { type IncludingBody, shownMarkdownOf, treeOf } from './shown-markdown.ts'

/** A body to write as Markdown, as visitors are shown it or with all that depends on conditions. */
export interface ShownBodyJob extends IncludingBody {
  readonly forVisitor: boolean
}

/** Writes the Markdown of a body in a thread. Asks which of its conditions hold for a visitor. */
export async function run({ body, reusable, forVisitor }: ShownBodyJob, ask: Ask): Promise<Served<string>> {
  const whole = {
    body: withTree(body),
    reusable: new Map([...reusable].map(([id, included]) => [id, withTree(included)])),
  }
  if (!forVisitor) return { result: shownMarkdownOf(whole) }
  const conditions = new Set([whole.body, ...whole.reusable.values()].flatMap(conditionsIn))
  const holding = new Set((await ask([...conditions])) as readonly string[])
  return { result: shownMarkdownOf(whole, (condition) => holding.has(condition)) }
}

const withTree = (body: Body): Body => ({ ...body, nodes: treeOf(body) })

function conditionsIn(body: Body): string[] {
  const found: string[] = []
  for (const node of walkDocument(treeOf(body)))
    if (node.object === 'block' && node.type === 'if') found.push(node.data.expression)
  return found
}
