import type { Form } from '@portal/form-kit/form/form'

/**
 * Turns the submit button on, with the form's own text if it has one: nobody could send the form without it.
 * Imported forms often hide it, since the page around them drew its own.
 */
export function keepSubmit(form: Form): Form {
  const { submitBtn } = form.options
  if (submitBtn === undefined || submitBtn === true) return form
  return {
    ...form,
    options: {
      ...form.options,
      submitBtn: typeof submitBtn === 'object' ? { ...submitBtn, show: true } : true,
    },
  }
}
