import type { ConsultingRow } from '@portal/contract/consulting/consulting'

/** Other readers get no name, nor where the asker is from: people from outside the campus ask, too. */
export const nameAsker = ({ mine, asker }: Pick<ConsultingRow, 'mine' | 'asker'>): string =>
  mine ? '本人' : (asker ?? '匿名用户')
