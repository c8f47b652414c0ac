import type { Form } from '@portal/form-kit/form/form'
import { Modal } from '../../../ui/modal.tsx'
import { FormView } from '../shared/form-view.tsx'
import { sayPreviewed } from '../shared/say-previewed.ts'

interface Props {
  form: Form | null
  title: string
  onClose: () => void
}

/** The form as people will fill it in. Closing the preview discards what was typed. */
export const Preview = ({ form, title, onClose }: Props) => (
  <Modal open={form !== null} title={title} footer={null} width={860} destroyOnHidden onCancel={onClose}>
    {form && <FormView form={form} label={title} onSubmit={sayPreviewed} />}
  </Modal>
)
