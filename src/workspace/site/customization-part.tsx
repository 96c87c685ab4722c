import { useSearchParams } from 'wouter'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { SelectField } from '../parts/fields.tsx'
import { CustomizationEditor } from './customization-editor.tsx'
import {
  CustomizationOfSite,
  CustomizationOfVariant,
  FontsOfOrganization,
  FontToChoose,
  SettingsOfCustomization,
} from './customization-operations.ts'
import styles from './customization-part.module.css'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'

const CustomizationQuery = graphql(`
  query SiteCustomization($organization: ID!, $site: ID!, $variant: ID!, $hasVariant: Boolean!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) { id ...FontsOfOrganization }
    site(id: $site, organizationId: $organization) {
      id
      siteSpaces(first: 500) { nodes { id title section { id title } } }
      ...SiteOfFrame
      ...CustomizationOfSite
    }
    siteSpace(id: $variant, siteId: $site) @include(if: $hasVariant) { id ...CustomizationOfVariant }
  }
`)

const wholeSite = 'site'

/** The look of a site, or of one of its spaces, beside the site as it would be. */
export function CustomizationPart(address: SitePartProps) {
  const [search, setSearch] = useSearchParams()
  const variant = search.get('variant')
  const { data, fault, refresh } = useScreen(CustomizationQuery, {
    ...address,
    variant: variant ?? '',
    hasVariant: variant !== null,
  })
  const site = unmask(CustomizationOfSite, data?.site)
  const siteSpace = unmask(CustomizationOfVariant, data?.siteSpace)
  const ofSite = unmask(SettingsOfCustomization, site?.customization)
  const ofVariant = unmask(SettingsOfCustomization, siteSpace?.customization)
  const fonts = unmask(FontsOfOrganization, data?.organization)
  const spaces = data?.site?.siteSpaces.nodes ?? []
  return (
    <SiteFrame {...address} part="customization" data={data} fault={fault} onRetry={refresh}>
      {(spaces.length > 1 || variant !== null) && (
        <div className={styles.scope}>
          <SelectField
            name="variant"
            label={text('look.scope')}
            hint={text('look.scopeHint')}
            value={variant ?? wholeSite}
            onChange={(chosen) =>
              setSearch(chosen === wholeSite ? {} : { variant: chosen }, { replace: true })
            }
            choices={[
              { value: wholeSite, label: text('look.wholeSite') },
              ...spaces.map(({ id, title, section }) => ({
                value: id,
                label: section && section.title !== title ? `${section.title} – ${title}` : title,
              })),
            ]}
          />
        </div>
      )}
      {variant !== null && data && !siteSpace && (
        <EmptyState title={text('waiting.notFound')} hint={text('waiting.notFoundText')} />
      )}
      {site && ofSite && (variant === null || (siteSpace && ofVariant)) && (
        <CustomizationEditor
          key={variant}
          site={site.id}
          settings={ofVariant ?? ofSite}
          {...(siteSpace &&
            ofVariant && {
              variant: {
                id: siteSpace.id,
                hasOverrides: siteSpace.customization.hasOverrides === true,
                settingsOfSite: ofSite,
              },
            })}
          fonts={{
            organization: address.organization,
            own: (fonts?.customFonts?.nodes ?? []).map((font) => unmask(FontToChoose, font)),
            mayAdd: fonts?.permissions.createContent ?? false,
          }}
          onRefresh={refresh}
        />
      )}
    </SiteFrame>
  )
}
