export interface RecentScreen {
  readonly href: string
  readonly title: string
  /** The object that it is in, such as the space of a page. */
  readonly within: string | undefined
}

const kept = 12
const prefix = 'lectern-recent/'

const keyOf = (viewer: string, organization: string): string => `${prefix}${viewer}/${organization}`

/** The objects: parts of the organization are found by their names, and an editor is found by its page. */
const isKept = (href: string): boolean =>
  /^\/([sc]\/|o\/[^/]+\/sites\/)/.test(href) && !href.endsWith('/edit')

/** Returns the screens that somebody has seen in an organization, the last first. */
export function recentScreens(viewer: string, organization: string): readonly RecentScreen[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(viewer, organization)) ?? '[]') as RecentScreen[]
  } catch {
    return []
  }
}

/** Keeps in the browser that somebody has seen a screen. */
export function rememberScreen(viewer: string, organization: string, screen: RecentScreen): void {
  if (!isKept(screen.href)) return
  const others = recentScreens(viewer, organization).filter(({ href }) => href !== screen.href)
  try {
    localStorage.setItem(keyOf(viewer, organization), JSON.stringify([screen, ...others].slice(0, kept)))
  } catch {
    // A browser that keeps nothing has no recent screens.
  }
}

/** Forgets what was seen, as the next person at this browser may be another. */
export function forgetScreens(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
