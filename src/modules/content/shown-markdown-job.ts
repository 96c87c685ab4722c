import { walkDocument } from '../../page-format/walk-document.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import type { Body } from './documents.ts'
import { type IncludingBody, shownMarkdownOf, treeOf } from './shown-markdown.ts'

/** Writes the Markdown of a body in a thread. Asks which of its conditions hold. */
export async function run({ body, reusable }: IncludingBody, ask: Ask): Promise<Served<string>> {
  const whole = {
    body: withTree(body),
    reusable: new Map([...reusable].map(([id, included]) => [id, withTree(included)])),
  }
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
