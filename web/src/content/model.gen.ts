// Generated from internal/content/model.json; do not edit. Run: make generate

export interface Languages {
  code: string;
  name: string | null;
  title: string | null;
  direction: string | null;
  flag: string | null;
  sort: number | null;
}

export interface DirectusFiles {
  id: string;
  storage: string | null;
  filename_disk: string | null;
  filename_download: string | null;
  title: string | null;
  type: string | null;
  filesize: string | null;
  width: number | null;
  height: number | null;
  description: string | null;
  optical_scale: number | null;
  metadata: unknown;
  uploaded_on: string | null;
  modified_on: string | null;
  translations?: DirectusFilesTranslations[];
  translations_languages?: string[];
}

export interface DirectusFilesTranslations {
  id: number;
  directus_files_id: string | DirectusFiles | null;
  languages_code: string | Languages | null;
  alt: string | null;
}

export interface Attributes {
  id: number;
  slug: string | null;
  sort: number | null;
  kind: string | null;
  unit: string | null;
  is_filter: boolean | null;
  translations?: AttributesTranslations[];
  translations_languages?: string[];
  values?: AttributeValues[];
}

export interface AttributesTranslations {
  id: number;
  attributes_id: number | Attributes | null;
  languages_code: string | Languages | null;
  name: string | null;
}

export interface AttributeValues {
  id: number;
  attribute: number | Attributes | null;
  value: string | null;
  number: number | null;
  sort: number | null;
  translations?: AttributeValuesTranslations[];
  translations_languages?: string[];
}

export interface AttributeValuesTranslations {
  id: number;
  attribute_values_id: number | AttributeValues | null;
  languages_code: string | Languages | null;
  name: string | null;
}

export interface Tags {
  id: number;
  slug: string | null;
  title: string | null;
  translations?: TagsTranslations[];
  translations_languages?: string[];
  products?: ProductsTags[];
}

export interface TagsTranslations {
  id: number;
  tags_id: number | Tags | null;
  languages_code: string | Languages | null;
  title: string | null;
}

export interface Categories {
  id: number;
  slug: string | null;
  status: string | null;
  sort: number | null;
  parent: number | Categories | null;
  thumbnail: string | DirectusFiles | null;
  standard: string | null;
  pressure_range: string | null;
  childrens?: Categories[];
  translations?: CategoriesTranslations[];
  translations_languages?: string[];
  products?: ProductsCategories[];
}

export interface CategoriesTranslations {
  id: number;
  categories_id: number | Categories | null;
  languages_code: string | Languages | null;
  title: string | null;
  description: string | null;
  first_title: string | null;
  first_description: string | null;
  second_title: string | null;
  second_description: string | null;
  three_title: string | null;
  three_description: string | null;
  four_title: string | null;
  four_description: string | null;
  five_title: string | null;
  five_description: string | null;
  six_title: string | null;
}

export interface Products {
  id: number;
  slug: string | null;
  sku: string | null;
  status: string | null;
  sort: number | null;
  stock: number | null;
  product_type: string | null;
  price: string | null;
  date_created: string | null;
  date_updated: string | null;
  thumbnail: string | DirectusFiles | null;
  image: string | DirectusFiles | null;
  translations?: ProductsTranslations[];
  translations_languages?: string[];
  categories?: ProductsCategories[];
  attributes?: ProductAttributes[];
  variations?: Variations[];
  bundle?: ProductsBundle[];
  tags?: ProductsTags[];
}

export interface ProductsTranslations {
  id: number;
  products_id: number | Products | null;
  languages_code: string | Languages | null;
  name: string | null;
  title: string | null;
  description: string | null;
  thumbnail: string | DirectusFiles | null;
  delivery_and_payment_list: unknown;
  gallery?: ProductsTranslationsFiles[];
  documentation_list?: ProductsDocuments[];
}

export interface ProductsTranslationsFiles {
  id: number;
  products_translations_id: number | ProductsTranslations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface ProductsDocuments {
  id: number;
  products_translations_id: number | ProductsTranslations | null;
  sort: number | null;
  title: string | null;
  note: string | null;
  file: string | DirectusFiles | null;
}

export interface ProductsCategories {
  id: number;
  products_id: number | Products | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface ProductAttributes {
  id: number;
  product: number | Products | null;
  attribute: number | Attributes | null;
  sort: number | null;
  values?: ProductAttributesValues[];
  translations?: ProductAttributesTranslations[];
  translations_languages?: string[];
}

export interface ProductAttributesValues {
  id: number;
  product_attributes_id: number | ProductAttributes | null;
  attribute_values_id: number | AttributeValues | null;
  sort: number | null;
}

export interface ProductAttributesTranslations {
  id: number;
  product_attributes_id: number | ProductAttributes | null;
  languages_code: string | Languages | null;
  label: string | null;
}

export interface Variations {
  id: number;
  product: number | Products | null;
  sku: string | null;
  stock: number | null;
  price: string | null;
  sort: number | null;
  thumbnail: string | DirectusFiles | null;
  related_product: number | Products | null;
  translations?: VariationsTranslations[];
  translations_languages?: string[];
  gallery?: VariationsFiles[];
  attributes?: VariationAttributes[];
}

export interface VariationsTranslations {
  id: number;
  variations_id: number | Variations | null;
  languages_code: string | Languages | null;
  title: string | null;
}

export interface VariationsFiles {
  id: number;
  variations_id: number | Variations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface VariationAttributes {
  id: number;
  variation: number | Variations | null;
  attribute: number | Attributes | null;
  value: number | AttributeValues | null;
  sort: number | null;
}

export interface ProductsBundle {
  id: number;
  products_id: number | Products | null;
  related_products_id: number | Products | null;
  sort: number | null;
  quantity: number | null;
}

export interface ProductsTags {
  id: number;
  products_id: number | Products | null;
  tags_id: number | Tags | null;
  sort: number | null;
}

export interface Forms {
  id: number;
  slug: string | null;
  sort: number | null;
  status: string | null;
  translations?: FormsTranslations[];
  translations_languages?: string[];
}

export interface FormsTranslations {
  id: number;
  forms_id: number | Forms | null;
  languages_code: string | Languages | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  description: string | null;
  first_line: string | null;
  second_line: string | null;
  agree: string | null;
  send: string | null;
  error: string | null;
  thanks: string | null;
  thanks_title: string | null;
  thanks_description: string | null;
  form_name: string | null;
  form_phone: string | null;
  form_email: string | null;
  form_description: string | null;
  form_first_line: string | null;
  form_second_line: string | null;
  form_agree: string | null;
  form_send: string | null;
  form_error: string | null;
  form_thanks: string | null;
  form_thanks_title: string | null;
  form_thanks_description: string | null;
}

export interface Link {
  id: number;
  title: string | null;
  slug: string | null;
  is_catalog: boolean | null;
  translations?: LinkTranslations[];
  translations_languages?: string[];
}

export interface LinkTranslations {
  id: number;
  link_id: number | Link | null;
  languages_code: string | Languages | null;
  link_text: string | null;
  external_link: string | null;
}

export interface Menu {
  id: number;
  slug: string | null;
  status: string | null;
  links?: MenuLinks[];
}

export interface MenuLinks {
  id: number;
  menu_id: number | Menu | null;
  collection: string | null;
  item: number | string | Link | null;
  sort: number | null;
}

export interface Header {
  id: number;
  slug: string | null;
  title: string | null;
  logo: string | null;
  menu: number | Menu | null;
  translations?: HeaderTranslations[];
  translations_languages?: string[];
}

export interface HeaderTranslations {
  id: number;
  header_id: number | Header | null;
  languages_code: string | Languages | null;
  cart: string | null;
  submit_text: string | null;
  language_text: string | null;
}

export interface Footer {
  id: number;
  slug: string | null;
  status: string | null;
  date_created: string | null;
  date_updated: string | null;
  address_list: unknown;
  email_links: unknown;
  phone_links: unknown;
  schedule_list: unknown;
  menu: number | Menu | null;
  categories?: FooterCategories[];
  translations?: FooterTranslations[];
  translations_languages?: string[];
}

export interface FooterCategories {
  id: number;
  footer_id: number | Footer | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface FooterTranslations {
  id: number;
  footer_id: number | Footer | null;
  languages_code: string | Languages | null;
  categories_title: string | null;
  menu_title: string | null;
  address_title: string | null;
  schedule_title: string | null;
  phone_title: string | null;
  email_title: string | null;
  copyright: string | null;
  imprint_text: string | null;
  privacy_text: string | null;
  cookie_text: string | null;
}

export interface Index {
  id: number;
  translations?: IndexTranslations[];
  translations_languages?: string[];
}

export interface IndexTranslations {
  id: number;
  index_id: number | Index | null;
  languages_code: string | Languages | null;
  offer_title: string | null;
  offer_description: string | null;
  offer_specification_button_text: string | null;
  offer_specification_description: string | null;
  offer_image: string | DirectusFiles | null;
  offer_facts: unknown;
  categories_subtitle: string | null;
  categories_title: string | null;
  categories_description: string | null;
  categories_button: string | null;
  numbers_title: string | null;
  numbers_title_frist: string | null;
  numbers_title_second: string | null;
  numbers_list: unknown;
  numbers_media: string | DirectusFiles | null;
  numbers_poster: string | DirectusFiles | null;
  popular_title: string | null;
  popular_subtitle: string | null;
  inter_title: string | null;
  inter_list: unknown;
  quality_title: string | null;
  quality_subtitle: string | null;
  quality_description: string | null;
  quality_subdiscription: string | null;
  quality_button_text: string | null;
  quality_button_link: string | null;
  quality_video: string | DirectusFiles | null;
  quality_img: string | DirectusFiles | null;
  quality_poster: string | DirectusFiles | null;
  quality_cite: string | null;
  clients_title: string | null;
  clients_subtitle: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  cta_form: number | Forms | null;
  cta_poster: string | DirectusFiles | null;
  categories_list?: IndexCategories[];
  popular_list?: IndexPopular[];
}

export interface IndexCategories {
  id: number;
  index_translations_id: number | IndexTranslations | null;
  categories_id: number | Categories | null;
  sort: number | null;
}

export interface IndexPopular {
  id: number;
  index_translations_id: number | IndexTranslations | null;
  products_id: number | Products | null;
  sort: number | null;
}

export interface About {
  id: number;
  status: string | null;
  date_created: string | null;
  date_updated: string | null;
  translations?: AboutTranslations[];
  translations_languages?: string[];
}

export interface AboutTranslations {
  id: number;
  about_id: number | About | null;
  languages_code: string | Languages | null;
  about_title: string | null;
  about_subtitle: string | null;
  about_description: string | null;
  offer_title: string | null;
  offer_image: string | DirectusFiles | null;
  categories_main_title: string | null;
  categories_first_title: string | null;
  categories_first_description: string | null;
  categories_second_title: string | null;
  categories_second_description: string | null;
  categories_three_title: string | null;
  categories_three_description: string | null;
  categories_four_title: string | null;
  categories_four_description: string | null;
  clients_title: string | null;
  clients_subtitle: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  cta_form: number | Forms | null;
  numbers_title_frist: string | null;
  numbers_title_second: string | null;
  numbers_list: unknown;
  numbers_media: string | DirectusFiles | null;
  numbers_poster: string | DirectusFiles | null;
  unite_main_title: string | null;
  unite_description: string | null;
  unite_cite_title: string | null;
  unite_cite_image: string | DirectusFiles | null;
  unite_second_title: string | null;
  unite_second_description: string | null;
  unite_video: string | DirectusFiles | null;
  unite_poster: string | DirectusFiles | null;
  unite_one: string | null;
  unite_two: string | null;
  unite_three: string | null;
  unite_four: string | null;
  why_ferrule_text: string | null;
  about_slider?: AboutSliderFiles[];
  clients_list?: AboutClients[];
}

export interface AboutSliderFiles {
  id: number;
  about_translations_id: number | AboutTranslations | null;
  directus_files_id: string | DirectusFiles | null;
  sort: number | null;
}

export interface AboutClients {
  id: number;
  about_translations_id: number | AboutTranslations | null;
  collection: string | null;
  item: number | string | Clients | null;
  sort: number | null;
}

export interface Clients {
  id: number;
  title: string | null;
  image: string | DirectusFiles | null;
  sort: number | null;
  status: string | null;
}

export interface Support {
  id: number;
  status: string | null;
  date_created: string | null;
  date_updated: string | null;
  translations?: SupportTranslations[];
  translations_languages?: string[];
}

export interface SupportTranslations {
  id: number;
  support_id: number | Support | null;
  languages_code: string | Languages | null;
  title: string | null;
  docs_title: string | null;
  docs_description: string | null;
  docs_help: string | null;
  docs_list: unknown;
  faq_title: string | null;
  faq_list: unknown;
  phone_title: string | null;
  phone_number: string | null;
  team_title: string | null;
  team_subtitle: string | null;
  team_title_second: string | null;
  team_description: string | null;
  team_image: string | DirectusFiles | null;
  form_title: string | null;
  form: number | Forms | null;
}

export interface Contacts {
  id: number;
  status: string | null;
  date_created: string | null;
  date_updated: string | null;
  translations?: ContactsTranslations[];
  translations_languages?: string[];
}

export interface ContactsTranslations {
  id: number;
  contacts_id: number | Contacts | null;
  languages_code: string | Languages | null;
  title: string | null;
  subtitle_first: string | null;
  contact_us_title: string | null;
  contact_us_list: unknown;
  form_title: string | null;
  form: number | Forms | null;
}

export interface Catalog {
  id: number;
  status: string | null;
  translations?: CatalogTranslations[];
  translations_languages?: string[];
}

export interface CatalogTranslations {
  id: number;
  catalog_id: number | Catalog | null;
  languages_code: string | Languages | null;
  title: string | null;
  cta_title: string | null;
  cta_description: string | null;
  cta_button_text: string | null;
  cta_media: string | DirectusFiles | null;
  catalog_form: number | Forms | null;
}

export interface Pages {
  id: number;
  slug: string | null;
  status: string | null;
  sort: number | null;
  translations?: PagesTranslations[];
  translations_languages?: string[];
}

export interface PagesTranslations {
  id: number;
  pages_id: number | Pages | null;
  languages_code: string | Languages | null;
  title: string | null;
  content: string | null;
}

export interface Redirects {
  id: number;
  path: string | null;
  target: string | null;
  status_code: number | null;
  is_external: boolean | null;
}

export interface FormMessages {
  id: number;
  form: number | Forms | null;
  form_key: string | null;
  form_title: string | null;
  source: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  subject: string | null;
  message: string | null;
  agree: boolean | null;
  meta: unknown;
  lines: unknown;
  language: string | null;
  page: string | null;
  reference: string | null;
  idempotency_key: string | null;
  date_created: string | null;
}
