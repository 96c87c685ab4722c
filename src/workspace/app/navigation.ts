import { useLocation, useRouter } from 'wouter'
import { serverAddress } from './addresses.ts'
import { mayLeave } from './leaving.ts'
import { routes } from './routes.tsx'

/**
 * Returns a function that goes to a path of the workspace, unless something is not saved and the person wants to stay. The server has a
 * page of its own for an object that has no screen.
 */
export function useGo(): (path: string) => void {
  const [, navigate] = useLocation()
  const { parser } = useRouter()
  const hasScreen = (path: string) =>
    Object.keys(routes).some((route) => parser(route).pattern.exec(path.replace(/[?#].*/, '')) !== null)
  return (path) => {
    if (!mayLeave()) return
    if (hasScreen(path)) navigate(path)
    else location.assign(serverAddress(path))
  }
}
