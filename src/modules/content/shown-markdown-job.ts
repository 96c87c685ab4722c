import type { Body } from '../../formats/body/documents.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import {
  type Evaluation,
  evaluatedFor,
  type IncludingBody,
  shownMarkdownOf,
  shownTo,
  treeOf,
} from './shown-markdown.ts'

/** A body to write as Markdown, as visitors are shown it or with all that depends on conditions. */
export interface ShownBodyJob extends IncludingBody {
  /** The claims of the visitor; undefined for an author, for whom everything is written. */
  readonly claims: Readonly<Record<string, unknown>> | undefined
  /** The expressions that the author reads as their texts. */
  readonly evaluated: Evaluation | undefined
}

/** Writes the Markdown of a body in a thread. Asks which of its conditions hold for a visitor. */
export async function run(
  { body, reusable, variables, claims, evaluated }: ShownBodyJob,
  ask: Ask,
): Promise<Served<string>> {
  const whole = {
    body: withTree(body),
    ...(variables && { variables }),
    ...(reusable && { reusable: new Map([...reusable].map(([id, included]) => [id, withTree(included)])) }),
  }
  if (!claims)
    return {
      result: shownMarkdownOf(whole, evaluated && variables && evaluatedFor(evaluated, variables)),
    }
  const conditions = new Set([whole.body, ...(whole.reusable?.values() ?? [])].flatMap(conditionsIn))
  const holding = new Set((await ask([...conditions])) as readonly string[])
  const holds = (condition: string) => holding.has(condition)
  return { result: shownMarkdownOf(whole, shownTo(holds, claims, variables)) }
}

const withTree = (body: Body): Body => ({ ...body, nodes: treeOf(body) })

function conditionsIn(body: Body): string[] {
  const found: string[] = []
  for (const node of walkDocument(treeOf(body)))
    if (node.object === 'block' && node.type === 'if') found.push(node.data.expression)
  return found
}
