import type { PageName } from '@portal/contract/screens'

/**
 * Where the page of a screen lies, from the web app's folder; the build (build/preloads.ts) looks there too.
 */
export function pageFile(page: PageName): string {
  const [room, name] = page.split('/')
  return `/src/${room === 'app' ? 'app' : `features/${room}/pages`}/${name}.page.tsx`
}
