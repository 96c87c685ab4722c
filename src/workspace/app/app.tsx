import { Suspense } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Provider } from 'urql'
import { Route, Router, Switch } from 'wouter'
import { onDemand } from '../parts/on-demand.tsx'
import { Loading, NotFound } from '../parts/waiting.tsx'
import { basePath, serverAddress } from './addresses.ts'
import { Banners } from './banners.tsx'
import { client } from './client.ts'
import { useGo } from './navigation.ts'
import { routes } from './routes.tsx'
import { language } from './texts.ts'
import { useNotices } from './toasts.ts'

/** Loaded with the first notice, as the first screen has none. */
const ToastRegion = onDemand(() => import('./toast-region.tsx'), 'ToastRegion')

export const App = () => (
  <Provider value={client}>
    <I18nProvider locale={language}>
      <Router base={basePath}>
        <Screens />
      </Router>
    </I18nProvider>
  </Provider>
)

function Screens() {
  const go = useGo()
  const hasNotices = useNotices()
  return (
    <RouterProvider navigate={go} useHref={serverAddress}>
      <Banners />
      <Suspense fallback={<Loading />}>
        <Switch>
          {Object.entries(routes).map(([path, Screen]) => (
            <Route key={path} path={path}>
              {(parameters) => (
                <Screen {...(parameters as Record<string, string>)} key={JSON.stringify(parameters)} />
              )}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
      {hasNotices && <ToastRegion />}
    </RouterProvider>
  )
}
