import type { Site } from '@portal/contract/site/site'

/** The portal's name in mails: 示范大学大型仪器共享平台. */
export const namePortal = ({ school, name }: Pick<Site, 'school' | 'name'>): string =>
  name.includes(school) ? name : school + name
