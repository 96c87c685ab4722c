import { isDeepStrictEqual } from 'node:util'
import { assertNoFaults, type FieldFault } from '../../base/errors.ts'
import { faultBy } from '../../base/rules.ts'
import { type LocalizedText, localizedOf } from '../../languages/localized-text.ts'
import { parseCondition, problemOf } from '../visitors/conditions/condition.ts'
import { pageActionsOf } from './defaults.ts'
import { type ReferenceInput, readReference } from './references.ts'
import type {
  Changes,
  ContentLink,
  Favicon,
  FooterGroup,
  HeaderLink,
  PageAction,
  Settings,
  Themed,
} from './settings.ts'

interface LinkInput {
  title: string
  localizedTitle?: LocalizedText[] | null
  to: ReferenceInput
}

interface HeaderLinkInput {
  title: string
  localizedTitle?: LocalizedText[] | null
  style?: HeaderLink['style'] | null
  to?: ReferenceInput | null
  links?: LinkInput[] | null
  condition?: string | null
}

interface AnnouncementInput {
  enabled: boolean
  message: string
  localizedMessage?: LocalizedText[] | null
  link?: LinkInput | null
  style: string
}

interface FooterGroupInput {
  title: string
  localizedTitle?: LocalizedText[] | null
  links: LinkInput[]
}

/** The members that are checked or converted. All others are stored unchanged. */
export interface SettingsInput {
  localizedTitle?: LocalizedText[] | null
  favicon?: { icon?: Themed | null; emoji?: string | null } | null
  header?: { links?: HeaderLinkInput[] | null; primaryLink?: ReferenceInput | null } | null
  footer?: { groups?: FooterGroupInput[] | null } | null
  announcement?: AnnouncementInput | null
  themes?: { toggleable?: boolean | null } | null
  ai?: { localizedGreeting?: LocalizedText[] | null } | null
  pdf?: { enabled?: boolean | null } | null
  git?: { showEditLink?: boolean | null } | null
  pageActions?: PageActionsInput | null
}

interface PageActionsInput {
  externalAI?: boolean | null
  markdown?: boolean | null
  items?: PageAction[] | null
}

/** Collects the faults of an input, to throw them all at once. */
class InputFaults {
  readonly #faults: FieldFault[] = []

  add(fault: FieldFault): void {
    this.#faults.push(fault)
  }

  throwIfAny(): void {
    assertNoFaults(this.#faults)
  }
}

/**
 * Converts an input to changes: lists, references and the favicon in their stored form, everything else unchanged.
 * `current` are the settings before.
 */
export function changesOf(input: SettingsInput, current: Settings): Changes {
  const faults = new InputFaults()
  const { localizedTitle, favicon, header, footer, announcement, themes, ai } = input
  const changes: Record<string, unknown> = { ...input }
  if (localizedTitle) changes.localizedTitle = localizedOf(localizedTitle)
  if (favicon) changes.favicon = readFavicon(favicon, faults)
  if (header) changes.header = readHeader(header, faults)
  if (footer?.groups) changes.footer = { ...footer, groups: readGroups(footer.groups, faults) }
  if (themes) {
    const { toggleable, ...others } = themes
    changes.themes = { ...others, ...(toggleable !== undefined && { toggeable: toggleable }) }
  }
  if (announcement) changes.announcement = readAnnouncement(announcement, faults)
  if (ai?.localizedGreeting) changes.ai = { ...ai, localizedGreeting: localizedOf(ai.localizedGreeting) }
  const items = input.pageActions?.items ?? []
  if (new Set(items).size < items.length)
    faults.add({ path: 'pageActions.items', message: 'must have each action once' })
  faults.throwIfAny()
  return { ...changes, ...pageActionChanges(input, current) }
}

/** Keeps a list of actions and what is enabled one by one the same: the one that was changed last counts. */
function pageActionChanges({ pageActions, pdf, git }: SettingsInput, current: Settings): Changes {
  if (!pageActions) return {}
  const { items: given, ...switches } = pageActions
  if (!given) return { pageActions: { ...pageActions, items: null } }
  // Whoever sends back what was read, and changes what is enabled one by one, means that change.
  const isAsRead = isDeepStrictEqual(given, pageActionsOf(current))
  if (isAsRead && !current.pageActions.items) return { pageActions: { ...switches, items: null } }
  const items = isAsRead ? switched(given, { pageActions, pdf, git }, current) : given
  return {
    pageActions: { items, externalAI: items.includes('external-ai'), markdown: items.includes('markdown') },
    pdf: { ...pdf, enabled: items.includes('pdf') },
    git: { ...git, showEditLink: items.includes('git') },
  }
}

/** Returns the list with the actions that are enabled now and were not, and without those that were. */
function switched(
  items: readonly PageAction[],
  { pageActions, pdf, git }: Pick<SettingsInput, 'pageActions' | 'pdf' | 'git'>,
  current: Settings,
): PageAction[] {
  const switches: readonly (readonly [PageAction, boolean | null | undefined, boolean])[] = [
    ['external-ai', pageActions?.externalAI, current.pageActions.externalAI],
    ['markdown', pageActions?.markdown, current.pageActions.markdown],
    ['git', git?.showEditLink, current.git.showEditLink],
    ['pdf', pdf?.enabled, current.pdf.enabled],
  ]
  const changed = switches.filter(([, given, was]) => given != null && given !== was)
  const kept = items.filter((item) => !changed.some(([action]) => action === item))
  return [...kept, ...changed.flatMap(([action, given]) => (given ? [action] : []))]
}

function readFavicon({ icon, emoji }: NonNullable<SettingsInput['favicon']>, faults: InputFaults): Favicon {
  if (icon != null && emoji != null)
    faults.add({ path: 'favicon', message: 'must have an icon or an emoji, not both' })
  return { ...(icon != null && { icon }), ...(emoji != null && { emoji }) }
}

function readHeader(
  { links, primaryLink, ...others }: NonNullable<SettingsInput['header']>,
  faults: InputFaults,
) {
  return {
    ...others,
    ...(primaryLink !== undefined && {
      primaryLink: primaryLink && readTarget(primaryLink, 'header.primaryLink', faults),
    }),
    ...(links !== undefined && { links: links && readHeaderLinks(links, faults) }),
  }
}

function readAnnouncement(
  { link, localizedMessage, ...plain }: AnnouncementInput,
  faults: InputFaults,
): Omit<AnnouncementInput, 'link' | 'localizedMessage'> {
  return {
    ...plain,
    ...(localizedMessage && { localizedMessage: localizedOf(localizedMessage) }),
    ...(link && { link: readLink(link, 'announcement.link', faults) }),
  }
}

/** Returns a title with its forms in other languages. */
const readTitle = ({ title, localizedTitle }: Pick<LinkInput, 'title' | 'localizedTitle'>) => ({
  title,
  ...(localizedTitle && { localizedTitle: localizedOf(localizedTitle) }),
})

function readHeaderLinks(links: readonly HeaderLinkInput[], faults: InputFaults): HeaderLink[] {
  return links.map(({ style, to, links: menu, condition, ...titles }, index) => {
    const path = `header.links.${index}`
    if (condition != null) checkCondition(condition, `${path}.condition`, faults)
    return {
      ...readTitle(titles),
      ...(style != null && { style }),
      to: to == null ? null : readTarget(to, `${path}.to`, faults),
      links: readLinks(menu ?? [], path, faults),
      ...(condition != null && { condition }),
    }
  })
}

function checkCondition(text: string, path: string, faults: InputFaults): void {
  const condition = parseCondition(text)
  if ('fault' in condition) faults.add(faultBy(path, 'CONDITION_INVALID', problemOf(condition.fault)))
}

const readGroups = (groups: readonly FooterGroupInput[], faults: InputFaults): FooterGroup[] =>
  groups.map(({ links, ...titles }, index) => ({
    ...readTitle(titles),
    links: readLinks(links, `footer.groups.${index}`, faults),
  }))

const readLinks = (links: readonly LinkInput[], path: string, faults: InputFaults): ContentLink[] =>
  links.map((link, index) => readLink(link, `${path}.links.${index}`, faults))

const readLink = ({ to, ...titles }: LinkInput, path: string, faults: InputFaults): ContentLink => ({
  ...readTitle(titles),
  to: readTarget(to, `${path}.to`, faults),
})

function readTarget(to: ReferenceInput, path: string, faults: InputFaults): ContentLink['to'] {
  const target = readReference(to)
  if (typeof target !== 'string') return target
  faults.add({ path, message: target })
  return { kind: 'url', url: '' }
}
