import type { FormState } from '@portal/contract/form/form'
import type { StateTone } from '../../../ui/state-tag.tsx'

export const formTones: Record<FormState, StateTone> = {
  draft: 'draft',
  published: 'done',
  retired: 'stopped',
}
