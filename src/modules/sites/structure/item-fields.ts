/** The options of fields and members that several kinds of items of a site have. */

const localized = (texts: string) =>
  ({
    type: 'JSON',
    nullable: true,
    description: `${texts} in other languages, by their codes. Null if there are none.`,
  }) as const

export const localizedTitle = localized('Titles')
export const localizedDescription = localized('Descriptions')

export const groupId = { nullable: true, description: 'Id of the parent group. Null at the root.' } as const

export const shareKey = {
  description: 'Key of a share link. It has no effect on what a caller with a token may read.',
}

export const givenDraft = {
  description: 'Whether it is a draft, which visitors do not see.',
  extensions: { rest: 'draft' },
} as const

export const givenHidden = {
  description: 'Whether it is in no navigation, search and sitemap.',
  extensions: { rest: 'hidden' },
} as const

const givenTitles =
  'Titles of at most 128 characters in other languages: an object whose members are codes of languages, such as `fr`.'
const givenDescriptions =
  'Descriptions of at most 256 characters in other languages: an object whose members are codes of languages.'

export const newLocalizedTitle = { type: 'JSON', description: givenTitles } as const
export const newLocalizedDescription = { type: 'JSON', description: givenDescriptions } as const

export const changedLocalizedTitle = {
  type: 'JSON',
  description: `${givenTitles} Null removes them.`,
} as const

export const changedLocalizedDescription = {
  type: 'JSON',
  description: `${givenDescriptions} Null removes them.`,
} as const

export const placeAmongSiblings =
  'A position among siblings. With both fields, the two items must be adjacent. With neither, it is the end.'
export const placedBefore = { description: 'Item that the moved item is placed directly before.' }
export const placedAfter = { description: 'Item that the moved item is placed directly after.' }
