import type { Site } from '@portal/contract/site/site'
import { useSession } from './session.ts'
import { createStore, useStore } from './store.ts'

const unsaid: Site = {
  name: '大型仪器共享平台',
  school: '',
  place: null,
  temperature: null,
  air: null,
  department: null,
  address: null,
  postcode: null,
  phone: null,
  mailbox: null,
  advice: null,
  links: [],
  visitorsMayBrowse: false,
}

/** The server wrote it into the HTML; pages that some other server made have only the plain name. */
function written(): Site {
  const block = document.getElementById('site')?.textContent
  return block ? (JSON.parse(block) as Site) : unsaid
}
const store = createStore<Site>(written())

/** What this installation says of itself (§1, §2). */
export const useSite = (): Site => useStore(store)
/** Does the site open what is for visitors? As of when this page was loaded; the server judges each call. */
export const visitorsMayBrowse = (): boolean => store.get().visitorsMayBrowse
/** Somebody who is not signed in looks round: he is shown only doors that open without it. */
export function useVisiting(): boolean {
  const { token } = useSession()
  return useSite().visitorsMayBrowse && token === null
}
/** After a change in the back office the frame around it follows at once. */
export const changeSite = (site: Site): void => store.set(site)
