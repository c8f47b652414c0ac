import type { PageName } from '@portal/contract/screens'

/** The file of a screen's page, from the web app's folder; the build (build/preloads.ts) uses it too. */
export function pageFile(page: PageName): string {
  const [room, name] = page.split('/')
  return `/src/${room === 'app' ? 'app' : `features/${room}/pages`}/${name}.page.tsx`
}
