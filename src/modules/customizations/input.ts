import { AppError, type FieldFault } from '../../errors.ts'
import { faultMessage, parseCondition } from '../visitors/conditions/condition.ts'
import { type ReferenceInput, readReference } from './references.ts'
import type {
  Changes,
  ContentLink,
  Favicon,
  FooterGroup,
  HeaderLink,
  PageAction,
  Themed,
} from './settings.ts'

interface LinkInput {
  title: string
  to: ReferenceInput
}

interface HeaderLinkInput {
  title: string
  style?: HeaderLink['style'] | null
  to?: ReferenceInput | null
  links?: LinkInput[] | null
  condition?: string | null
}

interface AnnouncementInput {
  enabled: boolean
  message: string
  link?: LinkInput | null
  style: string
}

interface FooterGroupInput {
  title: string
  links: LinkInput[]
}

/** The members that are checked or converted. All others are stored unchanged. */
export interface SettingsInput {
  favicon?: { icon?: Themed | null; emoji?: string | null } | null
  header?: { links?: HeaderLinkInput[] | null } | null
  footer?: { groups?: FooterGroupInput[] | null } | null
  announcement?: AnnouncementInput | null
  themes?: { toggleable?: boolean | null } | null
  pdf?: object | null
  git?: object | null
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

  add(path: string, message: string): void {
    this.#faults.push({ path, message })
  }

  throwIfAny(): void {
    if (this.#faults.length > 0)
      throw new AppError(
        'BAD_USER_INPUT',
        this.#faults.map(({ path, message }) => `${path}: ${message}`).join('; '),
        { fields: this.#faults },
      )
  }
}

/**
 * Converts an input to changes: lists, references and the favicon in their stored form, everything else unchanged.
 */
export function changesOf(input: SettingsInput): Changes {
  const faults = new InputFaults()
  const { favicon, header, footer, announcement, themes } = input
  const changes: Record<string, unknown> = { ...input }
  if (favicon) changes.favicon = readFavicon(favicon, faults)
  if (header?.links) changes.header = { ...header, links: readHeaderLinks(header.links, faults) }
  if (footer?.groups) changes.footer = { ...footer, groups: readGroups(footer.groups, faults) }
  if (themes) {
    const { toggleable, ...others } = themes
    changes.themes = { ...others, ...(toggleable !== undefined && { toggeable: toggleable }) }
  }
  if (announcement) {
    const { link, ...plain } = announcement
    changes.announcement = { ...plain, ...(link && { link: readLink(link, 'announcement.link', faults) }) }
  }
  const items = input.pageActions?.items ?? []
  if (new Set(items).size < items.length) faults.add('pageActions.items', 'must have each action once')
  faults.throwIfAny()
  return { ...changes, ...pageActionChanges(input) }
}

/** Keeps a list of actions and what is enabled one by one the same: the one that was chosen last counts. */
function pageActionChanges({ pageActions, pdf, git }: SettingsInput): Changes {
  if (!pageActions) return {}
  const { items } = pageActions
  if (!items) return { pageActions: { ...pageActions, items: null } }
  return {
    pageActions: { items, externalAI: items.includes('external-ai'), markdown: items.includes('markdown') },
    pdf: { ...pdf, enabled: items.includes('pdf') },
    git: { ...git, showEditLink: items.includes('git') },
  }
}

function readFavicon({ icon, emoji }: NonNullable<SettingsInput['favicon']>, faults: InputFaults): Favicon {
  if (icon != null && emoji != null) faults.add('favicon', 'must have an icon or an emoji, not both')
  return { ...(icon != null && { icon }), ...(emoji != null && { emoji }) }
}

function readHeaderLinks(links: readonly HeaderLinkInput[], faults: InputFaults): HeaderLink[] {
  return links.map(({ title, style, to, links: menu, condition }, index) => {
    const path = `header.links.${index}`
    if (condition != null) checkCondition(condition, `${path}.condition`, faults)
    return {
      title,
      ...(style != null && { style }),
      to: to == null ? null : readTarget(to, path, faults),
      links: readLinks(menu ?? [], path, faults),
      ...(condition != null && { condition }),
    }
  })
}

function checkCondition(text: string, path: string, faults: InputFaults): void {
  const condition = parseCondition(text)
  if ('fault' in condition) faults.add(path, faultMessage(condition.fault))
}

const readGroups = (groups: readonly FooterGroupInput[], faults: InputFaults): FooterGroup[] =>
  groups.map(({ title, links }, index) => ({
    title,
    links: readLinks(links, `footer.groups.${index}`, faults),
  }))

const readLinks = (links: readonly LinkInput[], path: string, faults: InputFaults): ContentLink[] =>
  links.map((link, index) => readLink(link, `${path}.links.${index}`, faults))

const readLink = ({ title, to }: LinkInput, path: string, faults: InputFaults): ContentLink => ({
  title,
  to: readTarget(to, path, faults),
})

function readTarget(to: ReferenceInput, path: string, faults: InputFaults): ContentLink['to'] {
  const target = readReference(to)
  if (typeof target !== 'string') return target
  faults.add(`${path}.to`, target)
  return { kind: 'url', url: '' }
}
