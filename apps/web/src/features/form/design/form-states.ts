import type { FormState } from '@portal/contract/form/form'
import type { StateTone } from '../../../ui/state-tag.tsx'

export const formTones: Record<FormState, StateTone> = {
  draft: 'draft',
  published: 'done',
  retired: 'stopped',
}

/** What retiring a form does. A published process keeps the version that it was published with. */
export const RETIRED = '停用后不能再填写，已有的填写记录保留；已发布的流程仍使用其绑定的版本。'
