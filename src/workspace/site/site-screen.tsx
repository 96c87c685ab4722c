import { type ComponentType, lazy, Suspense } from 'react'
import type { SitePart } from '../app/addresses.ts'
import { Loading, NotFound } from '../parts/waiting.tsx'
import { OverviewPart } from './overview-part.tsx'
import { SiteFrame } from './site-frame.tsx'

export interface SitePartProps {
  readonly organization: string
  readonly site: string
}

const otherParts: Readonly<Record<SitePart, ComponentType<SitePartProps>>> = {
  structure: lazy(async () => ({ default: (await import('./structure-part.tsx')).StructurePart })),
  access: lazy(async () => ({ default: (await import('./access-part.tsx')).AccessPart })),
  domains: lazy(async () => ({ default: (await import('./domains-part.tsx')).DomainsPart })),
  redirects: lazy(async () => ({ default: (await import('./redirects-part.tsx')).RedirectsPart })),
  customization: lazy(async () => ({
    default: (await import('./customization-part.tsx')).CustomizationPart,
  })),
  insights: lazy(async () => ({ default: (await import('./insights-part.tsx')).InsightsPart })),
}

/** A site. Each of its parts has an address and an operation of its own. */
export function SiteScreen({ part, ...address }: SitePartProps & { readonly part?: SitePart }) {
  const Part = part === undefined ? OverviewPart : otherParts[part]
  if (!Part) return <NotFound />
  return (
    <Suspense
      fallback={
        <SiteFrame {...address} part={part} data={undefined}>
          <Loading />
        </SiteFrame>
      }
    >
      <Part {...address} />
    </Suspense>
  )
}
