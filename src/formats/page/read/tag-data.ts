import { defined } from '../model/nodes.ts'
import type { BlockTag } from '../syntax/block-tag.ts'
import type { Code, PromptData } from '../types.ts'

/** Returns true for the value of a flag that is set, and undefined for any other. */
export const isTrue = (value: string | undefined): true | undefined => (value === 'true' ? true : undefined)

/** Returns the name of an icon. A longer one than names may be is none. */
export const iconIn = ({ icon }: BlockTag['attributes']): string | undefined =>
  icon && icon.length <= 50 ? icon : undefined

/** Returns the data of code by the attributes of the tag around it. */
export function codeData({
  title,
  overflow,
  lineNumbers,
  fullWidth,
  expandable,
  collapsedLineCount,
}: BlockTag['attributes']): Code['data'] {
  return defined({
    title,
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: lineNumbers === undefined ? undefined : lineNumbers === 'true',
    fullWidth: isTrue(fullWidth),
    expandable: isTrue(expandable),
    collapsedLineCount: /^[1-9]\d{0,5}$/.test(collapsedLineCount ?? '')
      ? Number(collapsedLineCount)
      : undefined,
  })
}

/** Returns the data of a text for a language model. */
export function promptData(attributes: BlockTag['attributes']): PromptData {
  const { description = '', openInAIProviders, defaultExpanded } = attributes
  const expanded = (['hidden', 'partial', 'full'] as const).find((known) => known === defaultExpanded)
  const data = {
    description,
    icon: iconIn(attributes),
    openInAIProviders: openInAIProviders === undefined ? undefined : openInAIProviders === 'true',
    defaultExpanded: expanded,
  }
  return defined(data as PromptData)
}
