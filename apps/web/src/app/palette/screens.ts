import {
  accountMenu,
  backMenu,
  frontMenuFor,
  shareMenu,
  visible,
  visibleGroups,
  type MenuItem,
  type Viewer,
} from '../menu.ts'

export interface FoundScreen {
  path: string
  title: string
  /** The menu or section that lists it. */
  of: string
}

/** The screens in this user's menus; each opens for the user. */
export function listScreens(who: Viewer): FoundScreen[] {
  const from = (of: string, items: readonly MenuItem[]): FoundScreen[] =>
    visible(items, who).map(({ path, title }) => ({ path, title, of }))
  const all = [
    ...from('首页', frontMenuFor(who)),
    ...from('个人中心', accountMenu),
    ...from('共享平台', shareMenu),
    ...visibleGroups(backMenu, who, { hidden: true }).flatMap((g) => from(g.title, g.items)),
  ]
  return all.filter((s, i) => all.findIndex((x) => x.path === s.path) === i)
}

/**
 * Screens whose title, section or address contains all words; titles that begin with the first word come
 * first.
 */
export function findScreens(screens: readonly FoundScreen[], text: string, most: number): FoundScreen[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const first = words[0] ?? ''
  return screens
    .filter((s) => words.every((w) => `${s.title} ${s.of} ${s.path}`.toLowerCase().includes(w)))
    .toSorted((a, b) => Number(b.title.startsWith(first)) - Number(a.title.startsWith(first)))
    .slice(0, most)
}
