interface RobotsRule {
  readonly isAllowed: boolean
  readonly pattern: string
}

export interface Robots {
  /** Returns whether a path may be crawled. */
  readonly allows: (path: string) => boolean
  readonly sitemaps: readonly string[]
}

const maximumRules = 1000

/**
 * Parses the rules of a robots.txt for all user agents. What a stranger wrote must not hold a crawl up: for 1,000 rules of many
 * wildcards `robots-parser` takes ten times as long for each URL, because it keeps all places at which a wildcard may end.
 */
export function readRobots(text: string): Robots {
  const rules: RobotsRule[] = []
  const sitemaps: string[] = []
  let isForAll = false
  let isInAgents = false
  for (const line of text.slice(0, 500_000).split(/\r?\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    const name = field.toLowerCase()
    const stated = value.trim()
    if (name === 'sitemap') sitemaps.push(line.slice(line.indexOf(':') + 1).trim())
    if (name === 'user-agent') {
      isForAll = (isInAgents && isForAll) || stated === '*'
      isInAgents = true
    } else if (name === 'allow' || name === 'disallow') {
      isInAgents = false
      if (isForAll && stated !== '' && rules.length < maximumRules)
        rules.push({ isAllowed: name === 'allow', pattern: stated.slice(0, 500) })
    }
  }
  return { allows: (path) => isAllowed(rules, path), sitemaps }
}

/** Applies the rule with the longest matching pattern. If several have the same length, allowing rules win. */
function isAllowed(rules: readonly RobotsRule[], path: string): boolean {
  const matching = rules.filter(({ pattern }) => matches(pattern, path))
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length))
  const deciding = matching.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed)
}

/** Matches a path. `*` matches any characters, and `$` at the end of a pattern the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  let from = start.length
  for (const [index, part] of parts.entries()) {
    const isLast = isWhole && index === parts.length - 1
    const position = isLast ? path.length - part.length : path.indexOf(part, from)
    if (position < from || !path.startsWith(part, position)) return false
    from = position + part.length
  }
  return !isWhole || from === path.length
}
