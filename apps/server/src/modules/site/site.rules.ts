import type { Site } from '@portal/contract/site/site'

/** As mails name the portal: 示范大学大型仪器共享平台. */
export const namePortal = ({ school, name }: Pick<Site, 'school' | 'name'>): string =>
  name.includes(school) ? name : school + name
