/** The first hand explains itself, in the sentence below the table. */
export { type Learning, learn, makeLearning } from './learning';
export { ALL, knowsAll, type LessonId } from './lessons';
