import { type Localized, textIn } from '../../languages/localized-text.ts'
import type { ContentLink, FooterGroup, HeaderLink, Settings } from './settings.ts'

/** The forms of settings by language. Settings without texts in other languages have none. */
const known = new WeakMap<Settings, Map<string, Settings> | null>()

/**
 * Returns the settings with the texts that they have in a language. Equal input has the same object as its result, and
 * the language is asked for only if there are such texts.
 */
export function settingsIn(settings: Settings, language: () => string): Settings {
  const forms = known.get(settings) ?? formsOf(settings)
  if (!forms) return settings
  const tag = language()
  const form = forms.get(tag) ?? localizedSettings(settings, tag)
  forms.set(tag, form)
  return form
}

function formsOf(settings: Settings): Map<string, Settings> | null {
  if (known.has(settings)) return null
  const forms = localizedTexts(settings).some((texts) => texts && Object.keys(texts).length > 0)
    ? new Map<string, Settings>()
    : null
  known.set(settings, forms)
  return forms
}

const localizedTexts = ({ localizedTitle, header, footer, announcement }: Settings) => [
  localizedTitle,
  ...header.links.flatMap((link) => [
    link.localizedTitle,
    ...link.links.map((below) => below.localizedTitle),
  ]),
  ...footer.groups.flatMap((group) => [
    group.localizedTitle,
    ...group.links.map((link) => link.localizedTitle),
  ]),
  announcement?.localizedMessage,
  announcement?.link?.localizedTitle,
]

function localizedSettings(settings: Settings, language: string): Settings {
  const { localizedTitle, header, footer, announcement } = settings
  const titled = <Titled extends { readonly title: string; readonly localizedTitle?: Localized }>(
    given: Titled,
  ): Titled => ({ ...given, title: textIn(given.localizedTitle, language) ?? given.title })
  const linksOf = <Group extends HeaderLink | FooterGroup>(group: Group): Group => ({
    ...titled(group),
    links: group.links.map((link): ContentLink => titled(link)),
  })
  const title = textIn(localizedTitle, language) ?? settings.title
  return {
    ...settings,
    ...(title !== undefined && { title }),
    header: { ...header, links: header.links.map(linksOf) },
    footer: { ...footer, groups: footer.groups.map(linksOf) },
    ...(announcement && {
      announcement: {
        ...announcement,
        message: textIn(announcement.localizedMessage, language) ?? announcement.message,
        ...(announcement.link && { link: titled(announcement.link) }),
      },
    }),
  }
}
