import { builder } from '../../../graphql/builder.ts'
import * as enums from '../enums.ts'
import type { Styling as StylingShape, Themed } from '../settings.ts'

export const ThemedColor = builder.objectRef<Themed>('ThemedColor').implement({
  description: 'A colour for each mode.',
  fields: (t) => ({
    light: t.exposeString('light', { description: 'In light mode.' }),
    dark: t.exposeString('dark', { description: 'In dark mode.' }),
  }),
})

const Tint = builder.objectRef<{ readonly color: Themed }>('CustomizationTint').implement({
  description: 'A colour of header, sidebar and background.',
  fields: (t) => ({ color: t.expose('color', { type: ThemedColor, description: 'The colour.' }) }),
})

const Sidebar = builder.objectRef<StylingShape['sidebar']>('CustomizationSidebar').implement({
  description: 'The look of the sidebar.',
  fields: (t) => ({
    background: t.expose('background', {
      type: enums.SidebarBackgroundEnum,
      description: 'Its background.',
    }),
    list: t.expose('list', { type: enums.SidebarListEnum, description: 'Its items.' }),
  }),
})

export const Styling = builder.objectRef<StylingShape>('CustomizationStyling').implement({
  description: 'Colours, shapes and fonts.',
  fields: (t) => {
    const color = (
      name: 'primaryColor' | 'infoColor' | 'successColor' | 'warningColor' | 'dangerColor',
      description: string,
    ) => t.expose(name, { type: ThemedColor, description })
    return {
      theme: t.expose('theme', { type: enums.ThemeEnum, description: 'The theme.' }),
      primaryColor: color('primaryColor', 'Of links and what stands out.'),
      tint: t.expose('tint', {
        type: Tint,
        nullable: true,
        description: 'The colour of header, sidebar and background.',
      }),
      infoColor: color('infoColor', 'Of what is good to know.'),
      successColor: color('successColor', 'Of what went well.'),
      warningColor: color('warningColor', 'Of what to look out for.'),
      dangerColor: color('dangerColor', 'Of what is critical.'),
      corners: t.expose('corners', { type: enums.CornersEnum, description: 'The corners of elements.' }),
      depth: t.expose('depth', { type: enums.DepthEnum, description: 'How far elements stand out.' }),
      links: t.expose('links', { type: enums.LinksStyleEnum, description: 'The look of links in a text.' }),
      font: t.expose('font', { type: 'CustomizationFont', description: 'The font of text.' }),
      monospaceFont: t.expose('monospaceFont', {
        type: 'CustomizationMonospaceFont',
        description: 'The font of code.',
      }),
      background: t.expose('background', {
        type: enums.BackgroundEnum,
        description: 'The background.',
        deprecationReason: 'Use `tint`.',
      }),
      icons: t.expose('icons', { type: enums.IconsStyleEnum, description: 'The style of icons.' }),
      sidebar: t.expose('sidebar', { type: Sidebar, description: 'The look of the sidebar.' }),
      search: t.expose('search', { type: enums.SearchStyleEnum, description: 'The look of the search.' }),
    }
  },
})
