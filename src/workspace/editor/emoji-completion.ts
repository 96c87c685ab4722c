import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { loadEmojis, matchingEmojis } from '../parts/emojis.ts'
import { isInCode } from './block-completion.ts'

/** How many emojis are offered at once. */
const limit = 40

/** Offers emojis behind `:` and the beginning of a name. */
export async function completeEmojis(context: CompletionContext): Promise<CompletionResult | null> {
  const found = context.matchBefore(/(?:^|[\s(]):[\w+-]{2,40}/)
  if (!found || isInCode(context.state, context.pos)) return null
  const from = found.from + found.text.indexOf(':')
  const typed = found.text.slice(found.text.indexOf(':') + 1)
  const options = matchingEmojis(await loadEmojis(), typed)
    .slice(0, limit)
    .map(({ emoji, name }) => ({ label: `${emoji} ${name}`, apply: emoji, type: 'emoji' }))
  return { from, filter: false, options }
}
