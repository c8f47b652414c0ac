import { carouselCalls } from '@portal/contract/carousel/carousel'
import { defineRead, defineWrite } from '../../lib/query.ts'

export const useSlides = defineRead(carouselCalls.list)
const shown = [carouselCalls.list]
export const useUploadSlide = defineWrite(carouselCalls.upload, shown)
export const useChangeSlide = defineWrite(carouselCalls.change, shown)
export const useReplacePicture = defineWrite(carouselCalls.replacePicture, shown)
export const useOrderSlides = defineWrite(carouselCalls.order, shown)
export const useRemoveSlide = defineWrite(carouselCalls.remove, shown)
