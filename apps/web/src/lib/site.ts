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

/** The server writes it into the HTML; a page from another server (development) has only the default name. */
function written(): Site {
  const block = document.getElementById('site')?.textContent
  return block ? (JSON.parse(block) as Site) : unsaid
}
const store = createStore<Site>(written())

/** This installation's name and settings. */
export const useSite = (): Site => useStore(store)
/** Whether visitors may browse, as of when this page was loaded; the server checks each call. */
export const visitorsMayBrowse = (): boolean => store.get().visitorsMayBrowse
/** Whether the viewer browses without signing in and is shown only what opens without it. */
export function useVisiting(): boolean {
  const { token } = useSession()
  return useSite().visitorsMayBrowse && token === null
}
/** Updates the frame at once after a change in the back office. */
export const changeSite = (site: Site): void => store.set(site)
