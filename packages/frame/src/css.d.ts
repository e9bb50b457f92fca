/** The bundler handles style sheets. */
declare module '*.css';
declare module '*.css?again';
