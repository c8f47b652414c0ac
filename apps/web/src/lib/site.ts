import type { Site } from '@portal/contract/site/site'
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
}

/** The server wrote it into the HTML; pages that some other server made have only the plain name. */
function written(): Site {
  const block = document.getElementById('site')?.textContent
  return block ? (JSON.parse(block) as Site) : unsaid
}
const store = createStore<Site>(written())

/** What this installation says of itself (§1, §2). */
export const useSite = (): Site => useStore(store)
/** After a change in the back office the frame around it follows at once. */
export const changeSite = (site: Site): void => store.set(site)
